// Puts the player in the place of the link to a video. It is fetched with the first one that is played.
export function playInPlace(link: HTMLAnchorElement): void {
  const frame = document.createElement('iframe');
  frame.src = `https://www.youtube-nocookie.com/embed/${link.dataset.video ?? ''}?autoplay=1&rel=0`;
  frame.title = link.dataset.title ?? '';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.allowFullscreen = true;
  frame.className = link.className;
  link.replaceWith(frame);
  frame.focus();
}
