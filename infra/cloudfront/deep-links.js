// What a path is answered with. First the host: portal and door have one of their own, if the template has put its origin and
// the site's into `origins`, before this text. There is no page of the other on either, so that what the site loads of
// others never runs where the tokens of staff are kept. Then the object of the web bucket: the portal or the door for their
// paths, otherwise the path itself when its last part has an extension, a prerendered page's HTML, or else the app, which
// knows its own routes. The same rules as in infra/local/src/site/hosts.rs and object() in infra/local/src/site.rs.
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
  const path = decoded(request.uri);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (origins) {
    const host = request.headers.host.value.toLowerCase().split(':')[0];
    const isPortal = `https://${host}` === origins.portal;
    if (!isPortal && entry) {
      return leadingTo(origins.portal, request);
    }
    // Scripts and pictures are of both. A page by the name of its file is one, too.
    if (isPortal && !entry && (!last.includes('.') || /\.html$/i.test(last))) {
      return leadingTo(origins.site, request);
    }
  }
  if (entry) {
    request.uri = entry.page;
  } else if (entries.some((one) => one.page === path)) {
    // Under the name of its file it would have the site's security policy.
    request.uri = '/app.html';
  } else if (last.includes('.')) {
    return request;
  } else if (path === '/') {
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

function leadingTo(origin, request) {
  const query = [];
  // Names and values are as they came, encoded.
  for (const name in request.querystring) {
    const values = request.querystring[name].multiValue || [request.querystring[name]];
    values.forEach((one) => query.push(`${name}=${one.value}`));
  }
  const location = origin + request.uri + (query.length > 0 ? `?${query.join('&')}` : '');
  return {
    statusCode: 302,
    statusDescription: 'Found',
    // Not for ever: a stack may get another host, or lose it.
    headers: { location: { value: location }, 'cache-control': { value: 'no-store' } },
  };
}
