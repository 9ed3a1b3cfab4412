/** Damage of XML with one element per line. */
import { cleanFiles } from "../clean.ts";
import type { Damage } from "./damage.ts";

export function xmlKinds(format: "cvat-xml" | "voc"): Readonly<Record<string, Damage>> {
  const lines = cleanFiles[format].text.trimEnd().split("\n");
  const isCvat = format === "cvat-xml";
  const shape = isCvat ? /<box .*outside="0"/ : /<bndbox>/;
  const change =
    (edit: (line: string) => string, which: RegExp = shape): Damage =>
    (random) => {
      const index = random.pick(lines.flatMap((line, at) => (which.test(line) ? [at] : [])));
      const row = edit(lines[index] ?? "");
      const text = `${lines.toSpliced(index, 1, row).join("\n")}\n`;
      // An object of VOC has this many lines.
      const isObject = !isCvat && /bndbox|name|difficult/.test(which.source);
      const [first, last] = isObject ? [index - 3, index + 3] : [index, index + row.split("\n").length - 1];
      return { text, lines: [first + 1, last + 1] };
    };
  const left = isCvat ? /xtl="[^"]*"/ : /<xmin>.*<\/xmin>/;
  const right = isCvat ? /xbr="[^"]*"/ : /<xmax>.*<\/xmax>/;
  const leftAs = (value: string): Damage =>
    change((line) => line.replace(left, isCvat ? `xtl="${value}"` : `<xmin>${value}</xmin>`));
  const rightAs = (value: string): Damage =>
    change((line) => line.replace(right, isCvat ? `xbr="${value}"` : `<xmax>${value}</xmax>`));
  return {
    "bound is missing": change((line) => line.replace(left, "")),
    "bound is a word": leftAs("left"),
    "bound is empty": leftAs(""),
    "bound is NaN": leftAs("NaN"),
    "decimal comma": leftAs("10,5"),
    "bound is misspelt": change((line) => line.replaceAll(isCvat ? "xtl" : "xmin", isCvat ? "xlt" : "xmni")),
    "box is inverted": rightAs("1"),
    "box is empty": change((line) =>
      isCvat
        ? line.replace(right, `xbr="${/xtl="([^"]*)"/.exec(line)?.[1]}"`)
        : line.replace(right, `<xmax>${Number(/<xmin>(\d+)/.exec(line)?.[1]) - 1}</xmax>`),
    ),
    "box outside": rightAs("700"),
    "bound with a unit": leftAs("10px"),
    "bound is infinite": leftAs("inf"),
    "bound with two points": leftAs("1.024.5"),
    "bound did not fit a column": leftAs("####"),
    "dash instead of a minus": leftAs("\xe2\x80\x9312"),
    "right bound is missing": change((line) => line.replace(right, "")),
    "conflict of git": change((line) => `<<<<<<< HEAD\n${line}\n=======\n${line}\n>>>>>>> other`),
    "comment is not closed": change((line) => `<!-- checked ${line}`),
    "unknown entity": change((line) => line.replace(/\d/, "&deg;$&")),
    "end of another element": change((line) => line.replace(/<\/\w+>(?=\s*$)/, "</other>")),
    "element is not closed": change((line) => line.replace(/<\/(box|bndbox)>/, "")),
    "bracket is missing": change((line) => line.replace(">", "")),
    "stray byte": change((line) => line.replace(/\d/, "\xff$&")),
    "byte 0": change((line) => line.replace(/\d/, "\0$&")),
    ampersand: change((line) => line.replace(/(label="|<name>)/, "$1a & b"), isCvat ? /<track / : /<name>/),
    "element is misspelt": change((line) => line.replaceAll(isCvat ? /<(\/?)box/g : /<(\/?)bndbox/g, "<$1bx")),
    "file is cut off": (random) => {
      const index = Math.floor(lines.length / 2) + random.below(5);
      return { text: `${lines.slice(0, index).join("\n")}\n <`, lines: [index, index + 1] };
    },
    ...(isCvat
      ? {
          "quote is missing": change((line) => line.replace('"', "")),
          "frame is missing": change((line) => line.replace(/frame="\d+" /, "")),
          "frame below 0": change((line) => line.replace(/frame="\d+"/, 'frame="-2"')),
          "frame is there twice": change((line) => `${line}\n${line}`),
          "label is missing": change((line) => line.replace(/label="\w+"/, ""), /<track /),
          "label is not listed": change((line) => line.replace(/label="\w+"/, 'label="squid"'), /<track /),
          "id is there twice": change((line) => line.replace(/id="\d+"/, 'id="0"'), /<track id="[1-5]"/),
          "quotes are missing": change((line) => line.replace(/xtl="([^"]*)"/, "xtl=$1")),
          "bound is there twice": change((line) => line.replace(/xtl="/, 'xtl="1" xtl="')),
          "frame is a word": change((line) => line.replace(/frame="\d+"/, 'frame="first"')),
          "frame with a fraction": change((line) => line.replace(/frame="\d+"/, 'frame="1.5"')),
          "occluded is a word": change((line) => line.replace(/occluded="0"/, 'occluded="no"')),
          "keyframe is a word": change((line) => line.replace(/keyframe="1"/, 'keyframe="yes"')),
          "outside is a word": change((line) => line.replace(/outside="0"/, 'outside="no"')),
        }
      : {
          "name is missing": change((line) => line.replace(/<name>.*<\/name>/, ""), /<name>/),
          "name is empty": change((line) => line.replace(/>\w+</, "><"), /<name>/),
          "bound is there twice": change((line) => line.replace(/<xmin>/, "<xmin>1</xmin>$&")),
          "upper bound is a word": change((line) => line.replace(/<ymin>.*<\/ymin>/, "<ymin>top</ymin>")),
          "lower bound is missing": change((line) => line.replace(/<ymax>.*<\/ymax>/, "")),
          "bounds are missing": change(() => ""),
          "height is empty": change((line) => line.replace("480", ""), /<height>/),
          "width is 0": change((line) => line.replace("640", "0"), /<width>/),
          "width below 0": change((line) => line.replace("640", "-640"), /<width>/),
          "height below 0": change((line) => line.replace("480", "-480"), /<height>/),
          "name is there twice": change((line) => `${line}\n${line.replace(/>\w+</, ">squid<")}`, /<name>/),
          "row is there twice": change((line) => `${line}\n${line}`),
          "difficult is a word": change((line) => line.replace(">0<", ">hard<"), /<difficult>/),
          "width is a word": change((line) => line.replace("640", "wide"), /<width>/),
        }),
  };
}
