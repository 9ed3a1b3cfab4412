/**
 * The head of a CVAT file: the attributes of labels, whether they belong to tracks or to single detections, their
 * types; and the size of a video.
 */
import type { ImageSize } from "../../types.ts";

interface Definition {
  name: string;
  isMutable: boolean;
  inputType: string;
}

/** A task of a project. */
interface TaskFacts {
  readonly id: string;
  name: string;
  /** The file name of its video. */
  source: string;
  width: number;
  height: number;
}

export class CvatMeta {
  readonly tasks: TaskFacts[] = [];
  #width = 0;
  #height = 0;
  readonly #labels = new Map<string, Map<string, Definition>>();
  #label: { name: string; attributes: Definition[] } | undefined;
  #attribute: Definition | undefined;

  /** Opens an element within `meta`. */
  open(name: string): void {
    if (name === "label") this.#label = { name: "", attributes: [] };
    else if (name === "attribute") this.#attribute = { name: "", isMutable: true, inputType: "" };
  }

  close(name: string, text: string, parent: string | undefined): void {
    const [label, attribute] = [this.#label, this.#attribute];
    const task = this.tasks.at(-1);
    if (parent === "task" && name === "id") this.tasks.push({ id: text, name: "", source: "", width: 0, height: 0 });
    else if (parent === "task" && (name === "name" || name === "source") && task !== undefined) task[name] = text;
    else if (parent === "original_size" && (name === "width" || name === "height")) {
      if (name === "width") this.#width = Number(text);
      else this.#height = Number(text);
      if (task !== undefined) task[name] = Number(text);
    } else if (parent === "label" && name === "name" && label !== undefined) label.name = text;
    else if (parent === "attribute" && attribute !== undefined) {
      if (name === "name") attribute.name = text;
      else if (name === "mutable") attribute.isMutable = text.trim().toLowerCase() === "true";
      else if (name === "input_type") attribute.inputType = text.trim();
    } else if (name === "attribute" && attribute !== undefined) {
      label?.attributes.push(attribute);
      this.#attribute = undefined;
    } else if (name === "label" && label !== undefined) {
      this.#labels.set(label.name, new Map(label.attributes.map((one) => [one.name, one])));
      this.#label = undefined;
    }
  }

  get size(): ImageSize | undefined {
    return sizeOf(this.#width, this.#height);
  }

  /** In files without a list of labels, all are accepted. */
  isDeclared(label: string): boolean {
    return this.#labels.size === 0 || this.#labels.has(label);
  }

  read(label: string, name: string, text: string): { readonly isMutable: boolean; readonly value: unknown } {
    const definition = this.#labels.get(label)?.get(name);
    return { isMutable: definition?.isMutable ?? true, value: valueOf(definition?.inputType, text) };
  }
}

/** `undefined` for values that cannot be a size. */
export function sizeOf(width: number, height: number): ImageSize | undefined {
  const isLength = (length: number): boolean => Number.isSafeInteger(length) && length > 0;
  return isLength(width) && isLength(height) ? { width, height } : undefined;
}

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

/** A value that does not fit its type stays a text, and so does one selected from a list. */
function valueOf(inputType: string | undefined, text: string): unknown {
  const isNumber = decimal.test(text) && Number.isFinite(Number(text));
  if (inputType === "number") return isNumber ? Number(text) : text;
  if (inputType === "checkbox") return /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : text;
  return text;
}
