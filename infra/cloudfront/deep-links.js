// Which object of the web bucket a path names: itself when its last part has an extension, a prerendered page's
// HTML, otherwise the app, which knows its own routes. The same rule as object() in infra/local/src/site.rs.
const prerendered = [
  '/terms-and-conditions',
  '/about-us',
  '/contact-us',
  '/payment/return',
  '/payment/failed',
  '/payment/success',
];

function handler(event) {
  const request = event.request;
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
