// Puts the player in the place of the link to a video. It is fetched with the first one that is played.
export function playInPlace(link: HTMLAnchorElement): void {
  const frame = document.createElement('iframe');
  // A private page that was left for this one has told the browser to say nothing of where it is, and without that the player
  // refuses to play.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.src = `https://www.youtube-nocookie.com/embed/${link.dataset.video ?? ''}?autoplay=1&rel=0`;
  frame.title = link.dataset.title ?? '';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.allowFullscreen = true;
  frame.className = link.className;
  link.replaceWith(frame);
  frame.focus();
}
