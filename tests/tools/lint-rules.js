/**
 * Lint rules of our own.
 *
 * no-for-ever: the AssemblyScript compiler miscompiles `for (;;)` (a conditional break in a body whose last statement
 * terminates turns the code behind the loop into `unreachable`). `while (true)` is right; one habit everywhere keeps
 * code movable between the core and its host.
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

export default { meta: { name: "wakeline" }, rules: { "no-for-ever": noForEver } };
