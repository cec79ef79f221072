// A mail as it looks, at the width of a phone or of a desk. It is not our page: its styles reach nothing else, and nothing in
// it can be pressed or runs.
import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

interface Props {
  html: string;
  /** Of the sheet, in CSS pixels. */
  width: number;
}

export function MailSheet({ html, width }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.replaceChildren(...drawn(html));
  }, [html]);
  return (
    <Box
      overflowX="auto"
      border="1px solid"
      borderColor="line"
      borderRadius="m"
      background="white"
      tabIndex={0}
      role="group"
      aria-label="The mail as it looks"
      style={{ maxWidth: `${String(width + 2)}px` }}
    >
      {/* What it says is beside it as plain text, for who does not see it. */}
      <div
        ref={host}
        inert
        aria-hidden="true"
        style={{ width: `${String(width)}px`, maxWidth: width > 400 ? undefined : '100%' }}
      />
    </Box>
  );
}

/** Where a style waits until it may be set. */
const kept = 'data-style';

/**
 * The elements of a mail. The page's policy takes no style that is written into HTML, not even into what is only parsed, so
 * each waits in an attribute of another name and is set by itself. In texts of a mail a quotation mark is escaped: what looks
 * like an attribute is one. What is only parsed runs nothing and loads nothing.
 */
function drawn(html: string): Node[] {
  const unstyled = html.replace(/<style>[^<]*<\/style>/g, '').replaceAll(' style="', ` ${kept}="`);
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html');
  const logo = body.querySelector('img[src="cid:logo.png"]');
  logo?.setAttribute('src', '/icon-192.png');
  for (const element of body.querySelectorAll('script, style, link, img')) {
    if (element !== logo) element.remove();
  }
  const page = document.createElement('div');
  page.setAttribute(kept, body.getAttribute(kept) ?? '');
  page.append(...[...body.childNodes].map((node) => document.importNode(node, true)));
  for (const element of [page, ...page.querySelectorAll<HTMLElement>(`[${kept}]`)]) {
    element.style.cssText = element.getAttribute(kept) ?? '';
    element.removeAttribute(kept);
  }
  return [page];
}
