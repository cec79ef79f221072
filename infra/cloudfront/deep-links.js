// Which object of the web bucket a path names: the portal or the door for their paths, otherwise itself when its last part
// has an extension, a prerendered page's HTML, or else the app, which knows its own routes. The same rule as object() in
// infra/local/src/site.rs.
const entries = [
  { page: '/portal.html', paths: ['/login', '/dashboard'] },
  { page: '/door.html', paths: ['/door'] },
];
const prerendered = [
  '/terms-and-conditions',
  '/about-us',
  '/contact-us',
  '/find-pass',
  '/payment/return',
  '/payment/failed',
  '/payment/success',
];

function handler(event) {
  const request = event.request;
  // As it came: by the same characters the behaviours with the security policies of these pages are chosen.
  const entry = entries.find((one) =>
    one.paths.some((start) => request.uri === start || request.uri.startsWith(`${start}/`)),
  );
  if (entry) {
    request.uri = entry.page;
    return request;
  }
  const path = decoded(request.uri);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last.includes('.')) {
    return request;
  }
  if (path === '/') {
    request.uri = '/index.html';
  } else if (prerendered.includes(path)) {
    request.uri = `/${path.slice(1).split('/').join('-')}.html`;
  } else {
    request.uri = '/app.html';
  }
  return request;
}

// Byte by byte: what is no UTF-8 must not throw, and the rule looks at ASCII alone.
function decoded(uri) {
  return uri.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}
