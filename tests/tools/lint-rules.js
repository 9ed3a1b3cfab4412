/**
 * Lint rules of our own.
 *
 * no-for-ever: the AssemblyScript compiler miscompiles `for (;;)` (a conditional break in a body whose last statement
 * terminates turns the code behind the loop into `unreachable`). `while (true)` is right; one habit everywhere keeps
 * code movable between the core and its host.
 *
 * no-meta-keys: anybody who may write a folder or item can set its metadata to anything. They are read in one place, where
 * what is wrong with them is caught (`server/domain/dataset.ts`, `item-facts.ts`), and not by key wherever one is needed.
 *
 * no-message-match: a text that a program compares cannot be reworded; refusals have codes (`schemas/error-codes.ts`).
 *
 * constant-names: a constant is a name like any other, `maxRows`, and what it counts is in its name. Capitals are for the
 * core's own code, where they are the border that both sides share, and for names that others have given.
 *
 * no-prose: what people read is in the catalog of texts, where other languages find it (`web/base/texts/`).
 *
 * short-comments: a line of a comment has at most 125 characters; longer ones run out of the editor's window.
 *
 * one-reader: the bytes of a file are read by `openContent` (`server/services/content/`), which knows all places where they
 * may be. Code that asks the blob store, or looks at the kind of a content, knows one of them.
 *
 * no-spread-literal: `{ ...{ a, b }, c }` is `{ a, b, c }`. It only kept the formatter from writing a line per member.
 *
 * private-names: what is private to a class is `#x`, which also holds at run time, not `private x`. Constructors have no
 * such form.
 */
const noForEver = {
  create(context) {
    return {
      ForStatement(node) {
        if (node.init === null && node.test === null && node.update === null) {
          context.report({ node, message: "Write `while (true)`: AssemblyScript miscompiles `for (;;)`." });
        }
      },
    };
  },
};

const noSpreadLiteral = {
  create(context) {
    return {
      SpreadElement({ parent, argument }) {
        const isLiteral = argument.type === "ObjectExpression" && argument.properties.length > 0;
        if (isLiteral && parent.type === "ObjectExpression") {
          context.report({ node: argument, message: "Write these members in the object itself." });
        }
      },
    };
  },
};

const isMeta = (node) =>
  node?.type === "ChainExpression"
    ? isMeta(node.expression)
    : (node?.type === "Identifier" && node.name === "meta") ||
      (node?.type === "MemberExpression" && !node.computed && node.property.name === "meta");

const noMetaKeys = {
  create(context) {
    const message = "Metadata are read by `datasetOf` and `itemFactsOf`, not by key.";
    return {
      MemberExpression(node) {
        const isKey = !node.computed || node.property.type === "Literal" || node.property.type === "TemplateLiteral";
        const isWritten = node.parent.type === "AssignmentExpression" && node.parent.left === node;
        if (isKey && !isWritten && isMeta(node.object)) context.report({ node, message });
      },
      VariableDeclarator(node) {
        const names = node.id.type === "ObjectPattern" && node.id.properties.some(({ type }) => type === "Property");
        if (names && isMeta(node.init)) context.report({ node, message });
      },
    };
  },
};

const isMessage = (node) =>
  node?.type === "ChainExpression"
    ? isMessage(node.expression)
    : // Taken out of its error, or looked at in it.
      (node?.type === "Identifier" && node.name === "message") ||
      (node?.type === "MemberExpression" && !node.computed && node.property.name === "message");
/** Parts of a text that are compared; `""` is not anyone's text. */
const isText = (node) => node?.type === "Literal" && typeof node.value === "string" && node.value !== "";
const comparing = new Set(["includes", "startsWith", "endsWith", "match", "matchAll", "search", "indexOf"]);

const noMessageMatch = {
  create(context) {
    const message = "Messages are for people: give the error a code, and look at that.";
    return {
      BinaryExpression({ operator, left, right }) {
        if (!/^[!=]==?$/.test(operator)) return;
        if ((isMessage(left) && isText(right)) || (isMessage(right) && isText(left)))
          context.report({ node: left, message });
      },
      CallExpression(node) {
        const { callee, arguments: args } = node;
        if (callee.type !== "MemberExpression" || callee.computed) return;
        const { name } = callee.property;
        const isCompared = comparing.has(name) && isMessage(callee.object);
        const isTested = (name === "test" || name === "exec") && isMessage(args[0]);
        if (isCompared || isTested) context.report({ node, message });
      },
    };
  },
};

const constantNames = {
  create(context) {
    return {
      VariableDeclarator({ id }) {
        if (id.type === "Identifier" && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(id.name) && id.name.length > 1)
          context.report({ node: id, message: "Write constants as `maxRows`, not `MAX_ROWS`." });
      },
    };
  },
};

const isNamed = (node, name) =>
  node?.type === "ChainExpression"
    ? isNamed(node.expression, name)
    : (node?.type === "Identifier" && node.name === name) ||
      (node?.type === "MemberExpression" && !node.computed && node.property.name === name);

const oneReader = {
  create(context) {
    const message = "Bytes of files are read with `openContent` (server/services/content/).";
    return {
      MemberExpression(node) {
        if (node.computed) return;
        const { name } = node.property;
        const isStore = (name === "read" || name === "withLocalFile") && isNamed(node.object, "blobs");
        if (isStore || (name === "kind" && isNamed(node.object, "content"))) context.report({ node, message });
      },
    };
  },
};

const privateNames = {
  create(context) {
    const check = (node) => {
      if (node.accessibility === "private" && node.kind !== "constructor")
        context.report({ node, message: "Write `#name` instead of `private name`." });
    };
    return { PropertyDefinition: check, MethodDefinition: check };
  },
};

/** Attributes of components that are shown or read aloud. */
const said = new Set([
  ...["label", "title", "placeholder", "description", "error", "alt"],
  ...["aria-label", "aria-description", "aria-valuetext", "aria-roledescription"],
]);
const isProse = (text) => typeof text === "string" && /\p{L}{2}/u.test(text);

const noProse = {
  create(context) {
    const check = (node, text) => {
      if (isProse(text)) context.report({ node, message: "Texts are in `web/base/texts/`: write `t(...)`." });
    };
    return {
      JSXText(node) {
        check(node, node.value);
      },
      JSXExpressionContainer(node) {
        if (node.parent.type !== "JSXAttribute" && node.expression.type === "Literal")
          check(node, node.expression.value);
      },
      JSXAttribute({ name, value }) {
        const given = value?.type === "JSXExpressionContainer" ? value.expression : value;
        if (said.has(name.name) && given?.type === "Literal") check(given, given.value);
      },
    };
  },
};

const maxCharacters = 125;

const shortComments = {
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        const message = `Break the comment: its line has more than ${maxCharacters} characters.`;
        for (const { loc } of context.sourceCode.getAllComments()) {
          for (let line = loc.start.line; line <= loc.end.line; line += 1) {
            // What stands in front of a comment, or behind it, is the formatter's.
            const isWhole = line > loc.start.line || lines[line - 1].slice(0, loc.start.column).trim() === "";
            if (!isWhole || lines[line - 1].length <= maxCharacters) continue;
            context.report({
              loc: { start: { line, column: 0 }, end: { line, column: lines[line - 1].length } },
              message,
            });
          }
        }
      },
    };
  },
};

export default {
  meta: { name: "wakeline" },
  rules: {
    "constant-names": constantNames,
    "no-for-ever": noForEver,
    "no-meta-keys": noMetaKeys,
    "no-spread-literal": noSpreadLiteral,
    "no-message-match": noMessageMatch,
    "no-prose": noProse,
    "one-reader": oneReader,
    "private-names": privateNames,
    "short-comments": shortComments,
  },
};
