// Refuses texts that a browser's translator takes from under React. A translator puts a <font> where a text node was,
// and React goes on with the node that it has made: what it writes into it is seen by nobody, and taking it away, or
// putting something before it, throws and leaves a blank page (facebook/react, issue 11538). Two things are safe, because
// React then deals with an element instead of the text node: a text that is the only child of its element, and a text
// that never changes among elements that stay.
import ts from 'typescript';

const messages = {
  changing:
    'This may be a text, and a translator loses it among other children: give it an element of its own.',
  beside: 'This text stands beside something that comes and goes: give it an element of its own.',
  fragment: 'A fragment’s text has no element of its own: put it into one.',
  returned: 'A component that returns a text has no element for it: return an element.',
};

/** What may be rendered as a text node. React renders nothing for an empty string. */
function mayBeText(type, checker, seen = new Set()) {
  // A type that is defined by itself, as that of lists in lists.
  if (seen.has(type)) return false;
  seen.add(type);
  const isText = (part) => mayBeText(part, checker, seen);
  if (type.isStringLiteral()) return type.value !== '';
  if (type.isUnionOrIntersection()) return type.types.some(isText);
  if (type.flags & ts.TypeFlags.TypeParameter) {
    const constraint = checker.getBaseConstraintOfType(type);
    return !constraint || isText(constraint);
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    return checker.getTypeArguments(type).some(isText);
  }
  const { StringLike, NumberLike, BigIntLike, Any, Unknown } = ts.TypeFlags;
  return (type.flags & (StringLike | NumberLike | BigIntLike | Any | Unknown)) !== 0;
}

/** Texts beside each other, as what is between two tags of a component may be. */
function mayBeSeveral(type, checker) {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  if (type.isUnion()) return type.types.some((part) => mayBeSeveral(part, checker));
  return (
    type.symbol?.name === 'Iterable' ||
    ((checker.isArrayType(type) || checker.isTupleType(type)) && mayBeText(type, checker))
  );
}

/** Whether JSX leaves nothing of it: white space with a line break. */
const isLayout = (text) => /^\s*$/.test(text) && text.includes('\n');

export const noBareText = {
  meta: {
    type: 'problem',
    messages,
    schema: [
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          /** Components that are one element for as long as they are there. */
          steady: { type: 'array', items: { type: 'string' } },
          /** Modules, and packages with all that is in them, all of whose components are. */
          steadyModules: { type: 'array', items: { type: 'string' } },
        },
      },
    ],
  },
  create(context) {
    const { sourceCode } = context;
    const services = sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const [{ steady = [], steadyModules = [] } = {}] = context.options;

    function variableOf(identifier) {
      for (let scope = sourceCode.getScope(identifier); scope; scope = scope.upper) {
        const variable = scope.set.get(identifier.name);
        if (variable) return variable;
      }
      return undefined;
    }

    /** The same for as long as the page is open: a literal, a constant of a module, what is made of them alone. */
    function isConstant(node) {
      switch (node.type) {
        case 'Literal':
          return true;
        case 'TemplateLiteral':
          return node.expressions.every(isConstant);
        case 'MemberExpression':
          return isConstant(node.object) && (!node.computed || isConstant(node.property));
        case 'ChainExpression':
        case 'TSNonNullExpression':
          return isConstant(node.expression);
        case 'Identifier': {
          const [definition] = variableOf(node)?.defs ?? [];
          if (!definition) return false;
          if (definition.type === 'ImportBinding') return true;
          if (definition.type !== 'Variable' || definition.parent.kind !== 'const') return false;
          const { init } = definition.node;
          return definition.parent.parent.type === 'Program' || (init ? isConstant(init) : false);
        }
        default:
          return false;
      }
    }

    function isSteady(element) {
      const { name } = element.openingElement;
      let root = name;
      while (root.type === 'JSXMemberExpression') root = root.object;
      if (root.type !== 'JSXIdentifier') return true;
      if (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name)) return true;
      if (steady.includes(sourceCode.getText(name))) return true;
      const [definition] = variableOf(root)?.defs ?? [];
      // An element of the style library.
      if (definition?.type === 'Variable') return definition.node.init?.callee?.name === 'chakra';
      if (definition?.type !== 'ImportBinding') return false;
      const source = `${definition.parent.source.value}/`;
      return steadyModules.some((name) => source.startsWith(`${name}/`));
    }

    /** `text` and `element` stay as they are; a `changing` may be a text, too, and `other` comes and goes. */
    function kindOf(child) {
      if (child.type === 'JSXText') return 'text';
      if (child.type === 'JSXElement') return isSteady(child) ? 'element' : 'other';
      const { expression } = child;
      const type = services.getTypeAtLocation(expression);
      if (!mayBeText(type, checker)) return 'other';
      return isConstant(expression) ? 'text' : 'changing';
    }

    function flatten(children) {
      return children.flatMap((child) => {
        if (child.type === 'JSXFragment') return flatten(child.children);
        if (child.type === 'JSXText' && isLayout(child.value)) return [];
        if (child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression')
          return [];
        return [child];
      });
    }

    /** Translators leave it alone, with all that is in it. */
    function isVerbatim(node) {
      if (!node) return false;
      const attributes = node.openingElement?.attributes ?? [];
      const isSaid = attributes.some(
        ({ name, value }) => name?.name === 'translate' && value?.value === 'no',
      );
      return isSaid || isVerbatim(node.parent);
    }

    const isFragment = (node) =>
      node.type === 'JSXFragment' ||
      (node.type === 'JSXElement' && sourceCode.getText(node.openingElement.name) === 'Fragment');

    /** One text is put into its element; of several, or one of several values, each is a text node of its own. */
    function isOneText(expression) {
      if (expression.type === 'ConditionalExpression') {
        return isOneText(expression.consequent) && isOneText(expression.alternate);
      }
      if (expression.type === 'LogicalExpression')
        return isOneText(expression.left) && isOneText(expression.right);
      const type = services.getTypeAtLocation(expression);
      const isChoice = ['ConditionalExpression', 'LogicalExpression'].includes(expression.parent.type);
      return !mayBeSeveral(type, checker) || (!isChoice && !checker.isArrayType(type));
    }

    function checkFragment(node) {
      // What is directly in an element is seen there.
      if (isVerbatim(node)) return;
      if (node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment') return;
      for (const child of flatten(node.children)) {
        const kind = kindOf(child);
        if (kind === 'text' || kind === 'changing') context.report({ node: child, messageId: 'fragment' });
      }
    }

    return {
      JSXFragment: checkFragment,
      JSXElement(node) {
        if (isVerbatim(node)) return;
        if (isFragment(node)) {
          checkFragment(node);
          return;
        }
        const children = flatten(node.children).map((child) => ({ child, kind: kindOf(child) }));
        if (children.length < 2) {
          for (const { child, kind } of children) {
            if (kind === 'changing' && !isOneText(child.expression)) {
              context.report({ node: child, messageId: 'changing' });
            }
          }
          return;
        }
        const moves = children.some(({ kind }) => kind === 'other' || kind === 'changing');
        for (const { child, kind } of children) {
          if (kind === 'changing') context.report({ node: child, messageId: 'changing' });
          if (kind === 'text' && moves) context.report({ node: child, messageId: 'beside' });
        }
      },
      ':function'(node) {
        const name = (node.id ?? (node.parent.type === 'VariableDeclarator' ? node.parent.id : undefined))
          ?.name;
        if (!name || !/^[A-Z]/.test(name)) return;
        const tsNode = services.esTreeNodeToTSNodeMap.get(node);
        const signature = checker.getSignatureFromDeclaration(tsNode);
        if (signature && mayBeText(checker.getReturnTypeOfSignature(signature), checker)) {
          context.report({ node: node.id ?? node, messageId: 'returned' });
        }
      },
    };
  },
};
