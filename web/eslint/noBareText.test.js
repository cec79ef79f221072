import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { noBareText } from './noBareText.js';

Object.assign(RuleTester, { describe, it, itOnly: it.only });

const web = join(import.meta.dirname, '..');
const tester = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: {
      projectService: { allowDefaultProject: ['*.tsx'], defaultProject: 'eslint/tsconfig.json' },
      tsconfigRootDir: web,
    },
  },
});

/** A component's file: `jsx` is what it returns. */
const returning = (jsx) => `
import type { ReactElement, ReactNode } from 'react';
import { Fragment } from 'react';
import { chakra } from 'styles';
import { Icon } from 'icons/one';
const Key = chakra('kbd');
type Elements = ReactElement | '' | false | readonly Elements[];
const fee = 1850;
declare const Link: (props: { children: ReactNode }) => ReactElement;
declare const Other: (props: { children?: ReactNode }) => ReactElement | null;
export function Example(props: {
  is: boolean; some: Elements; count: number; name: string; names: string[]; maybe?: string;
  element: ReactElement; elements: ReactElement[]; node: ReactNode; children: ReactNode;
}) {
  const { is, some, count, name, names, maybe, element, elements, node, children } = props;
  const fixed = fee;
  const length = String(count);
  return ${jsx};
}`;

const options = [{ steady: ['Link'], steadyModules: ['icons'] }];
const good = (name, jsx) => ({ name, code: returning(jsx), options, filename: join(web, 'Example.tsx') });
const bad = (name, jsx, ...messageIds) => ({
  ...good(name, jsx),
  errors: messageIds.map((messageId) => ({ messageId })),
});

tester.run('no-bare-text', noBareText, {
  valid: [
    good('a text alone', '<p>Pay now</p>'),
    good('a text that changes, alone', '<p>{name}</p>'),
    good('one of two texts, alone', "<p>{is ? 'Wait' : 'Pay'}</p>"),
    good('a text or nothing, alone', "<p>{is && 'Wait'}</p>"),
    good('a template, alone', '<p>{`${count} people`}</p>'),
    good('a text or an element, alone', '<p>{is ? name : <b>Nobody</b>}</p>'),
    good('what somebody gives to a component, alone', '<p>{children}</p>'),
    good(
      'texts that never change among elements that stay',
      '<p>Call <a href="/">us</a> or <b>write</b>.</p>',
    ),
    good('a constant of the module', '<p>It costs <b>only</b> {fee}, {fixed}.</p>'),
    good('a text beside a component that is always one element', '<p>See <Link>the terms</Link>.</p>'),
    good('a text beside an icon', '<button><Icon /> Print</button>'),
    good('a text beside an element of the style library', '<button>Find <Key>K</Key></button>'),
    good('elements that come and go', '<div>{is && <b>1</b>}{is ? <i /> : null}{elements}{element}</div>'),
    good('an element or an empty text', '<p>{name && <b>1</b>}<i /></p>'),
    good('a line break between elements', '<p>\n  {is && <b>1</b>}\n  <i />\n</p>'),
    good('a comment', '<p>{/* why */}Pay now</p>'),
    good('what is not translated', '<p translate="no">{count} {is && <b>1</b>} {names}</p>'),
    good('what may only be elements', '<p>{some}<i /></p>'),
    good('a fragment of elements', '<>{is && <b>1</b>}<i>2</i></>'),
  ],
  invalid: [
    bad('a number in a text', '<p>{count} people</p>', 'changing', 'beside'),
    bad('a name in a text', '<p>Dear {name}</p>', 'beside', 'changing'),
    bad('two texts that change', '<p>{name}{maybe}</p>', 'changing', 'changing'),
    bad('a constant made in the component', '<p><b>only</b> {length}</p>', 'beside', 'changing'),
    bad('a text after an element by &&', '<p>{is && <b>1</b>} item</p>', 'beside'),
    bad('a text before an element by &&', '<p>item {is && <b>1</b>}</p>', 'beside'),
    bad('a text beside a ternary of elements', '<p>{is ? <b>1</b> : <i>2</i>} items</p>', 'beside'),
    bad('a text by &&', "<p>{is && 'Wait'}<b>1</b></p>", 'changing'),
    bad('one of two texts', "<p>{is ? 'Wait' : 'Pay'}<b>1</b></p>", 'changing'),
    bad('a number that is left of &&', '<p>{count && <b>1</b>}<i /></p>', 'changing'),
    bad('a space beside an element that comes and goes', "<p>{is && <b>1</b>}{' '}<i /></p>", 'beside'),
    bad('a text beside a list', '<p>With {elements}</p>', 'beside'),
    bad('a text beside a component that may be nothing', '<p>With <Other /></p>', 'beside'),
    bad('what somebody gives to a component', '<p><b>1</b>{children}</p>', 'changing'),
    bad(
      'what somebody gives to a component, in turn with something else',
      '<p>{is ? children : <b />}</p>',
      'changing',
    ),
    bad('a list of texts', '<p>{names}</p>', 'changing'),
    bad('a list of texts made here', '<p>{elements.map(() => name)}</p>', 'changing'),
    bad('anything', '<p><b>1</b>{node}</p>', 'changing'),
    bad('a fragment’s text', '<>Pay now</>', 'fragment'),
    bad('the text of a fragment in an expression', '<p>{is && <>Pay <b>now</b></>}</p>', 'fragment'),
    bad('the text of a named fragment', '<Fragment key={name}>{name}</Fragment>', 'fragment'),
    bad('a text of a fragment beside an element', '<p><>{name}</><b>1</b></p>', 'changing'),
    bad('a component that returns a text', 'is ? name : <b>1</b>', 'returned'),
    bad('a component that returns what it was given', 'children', 'returned'),
  ],
});
