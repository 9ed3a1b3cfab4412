/** Rules for all texts, and for tables of boxes. */

import { amongPictures, rule, ruleInWords, type RuleGroup } from "./rule.ts";

const clean = "0,a.png,0,10,20,30,40,0.9,-1,fish,0.9";
const alone = (text: string): string => `${text}\n`;

/** Says what the columns of a table mean. */
const namedColumns = (...more: readonly string[]): readonly string[] => [
  "--columns",
  ["image=file,type=label,x1=x1,y1=y1,x2=x2,y2=y2", ...more].join(","),
];
const timeColumns = ["--columns", "time=time,x1=x1,y1=y1,x2=x2,y2=y2,type=label"];
const withTimes = (row: string): string => `time,x1,y1,x2,y2,label\n${row}\n`;

export const texts: RuleGroup = {
  title: "Texts and tables",
  kinds: ["viame-csv"],
  name: "tracks.csv",
  around: alone,
  rules: [
    rule("empty-file", "", "Export the file again: nothing is in it.", { around: () => "" }),
    rule("binary-file", "\0\0\0\0\0\0\0\0", "Name the file of annotations, not the media.", {
      options: ["--from", "viame-csv"],
    }),
    rule("text-converted", clean, "Save the file as UTF-8.", {
      encoding: "utf16le",
      around: (row) => `\ufeff${row}\n`,
    }),
    rule("text-encoding-guessed", "0,a.png,0,10,20,30,40,0.9,-1,H\u00e4ring,0.9", "Save the file as UTF-8.", {
      encoding: "latin1",
    }),
    rule(
      "text-bytes-damaged",
      "0,a.png,0,10,20,30,40,0.9,-1,H\ufffdring,0.9",
      "Correct the characters that became `\ufffd`.",
      {
        encoding: "binary",
        // One letter that is intact shows that the text is UTF-8.
        around: (row) =>
          Buffer.from(`1,b.png,1,10,20,30,40,0.9,-1,H\u00e4ring,0.9\n${row}\n`)
            .toString("binary")
            .replace("\u00ef\u00bf\u00bd", "\u00e4"),
      },
    ),
    rule(
      "table-dialect",
      "0;a.png;0;10,5;20;30;40;0,9;-1;fish;0,9",
      "Save the table with commas between cells and decimal points.",
    ),
    rule(
      "table-rows-quoted",
      '"0,a.png,0,10,20,30,40,0.9,-1,fish,0.9"',
      "Save the table as CSV from its own columns, not from one.",
    ),
    rule(
      "table-numbers-spelled",
      '0,a.png,0,"1,010","1,020","1,030","1,040",0.9,-1,fish,0.9',
      "Save the numbers without thousands separators and special signs.",
    ),
    rule("table-columns-taken", "a.png,10,20,30,40,fish", "Nothing, or say what the columns mean (`--columns`).", {
      around: (row) => `filename,xmin,ymin,xmax,ymax,class\n${row}\n`,
    }),
    rule("table-scores-percent", "a.png,10,20,30,40,95%", "Write confidences from 0 to 1.", {
      around: (row) => `filename,xmin,ymin,xmax,ymax,score\n${row}\n`,
    }),
    rule(
      "table-column-missing",
      "file,label,x1,y1,x2",
      "Name a column that is there: `--columns` says what each one means.",
      { options: namedColumns(), around: (header) => `${header}\na.png,fish,10,20,30\n` },
    ),
    rule("table-row-malformed", "a.png,fish,ten,20,30,40", "Correct the cell, which must be a number.", {
      options: namedColumns(),
      around: (row) => `file,label,x1,y1,x2,y2\na.png,fish,10,20,30,40\n${row}\n`,
    }),
    rule("table-row-broken", "a.png,fish,ten,20,30,40", "Correct the row.", {
      foundBy: "strict-read",
      around: (row) => `file,label,x1,y1,x2,y2\na.png,fish,10,20,30,40\n${row}\n`,
    }),
    rule("table-several-videos", "b.mp4,1,50,20,70,40", "Import the rows of each video separately.", {
      around: (row) => `video,frame,xmin,ymin,xmax,ymax\na.mp4,0,10,20,30,40\n${row}\n`,
    }),
    rule("video-unnamed", ",1,50,20,70,40", "Name the video in each row, or in each picture of KWCOCO.", {
      options: ["--video", "a.mp4"],
      around: (row) => `video,frame,xmin,ymin,xmax,ymax\na.mp4,0,10,20,30,40\nb.mp4,0,10,20,30,40\n${row}\n`,
    }),
    rule(
      "table-columns-left-out",
      "file,label,x1,y1,x2,y2,diver",
      "Say what the columns mean (`attribute=COLUMN`), or leave them out.",
      { options: namedColumns(), around: (header) => `${header}\na.png,fish,10,20,30,40,Ann\n` },
    ),
    rule("table-attributes-renamed", "file,label,x1,y1,x2,y2,body size", "Give the columns names without blanks.", {
      options: namedColumns("attribute=body size"),
      around: (header) => `${header}\na.png,fish,10,20,30,40,big\n`,
    }),
    rule(
      "table-tracks-numbered",
      "a.png,fish,10,20,30,40,cod-7",
      "Nothing: the numbers stay as long as the order of the file does.",
      { options: namedColumns("track=track"), around: (row) => `file,label,x1,y1,x2,y2,track\n${row}\n` },
    ),
    rule("table-size-unknown", "a.png,fish,0.1,0.2,0.3,0.4", "Name the size of the pictures (`--image-size`).", {
      foundBy: "convert",
      options: namedColumns("units=fractions"),
      around: (row) => `file,label,x1,y1,x2,y2\n${row}\n`,
    }),
    rule(
      "table-shapes-as-boxes",
      'a.png,fish,ellipse,"[10,20,30,40]"',
      "Draw polygons instead, where the shape counts.",
      {
        options: ["--columns", "image=file,type=label,shape=shape,points=points"],
        around: (row) => `file,label,shape,points\n${row}\n`,
      },
    ),
    rule("table-rate-unknown", "0.5,10,20,30,40,fish", "Name the frame rate (`--fps`), or add a column of frames.", {
      options: timeColumns,
      around: withTimes,
    }),
    rule("table-times-taken", "0.5,10,20,30,40,fish", "Nothing, where the frame rate is right.", {
      options: [...timeColumns, "--fps", "10"],
      around: withTimes,
    }),
    rule(
      "table-pictures-unknown",
      "x.png,fish,10,20,30,40",
      "Say which column has the names of pictures, or the frames.",
      {
        options: [...namedColumns(), ...amongPictures("a.png").options],
        files: amongPictures("a.png").files,
        around: (row) => `file,label,x1,y1,x2,y2\n${row}\n`,
      },
    ),
    ruleInWords("file-too-large", "a text in UTF-16 of more than 1073 MB", "Split the file, or save it as UTF-8."),
  ],
};
