// What a path is answered with. First the host: portal and door have one of their own, if the template has put its origin and
// the site's into `origins`, before this text. There is no page of the other on either, so that what the site loads of
// others never runs where the tokens of staff are kept. Then the object of the web bucket: the portal or the door for their
// paths, otherwise the path itself when its last part has an extension, a prerendered page's HTML, or else the app. What no
// app has a route for is a page that says so, and its status is 404. The same rules as in infra/local/src/site/hosts.rs,
// object() in infra/local/src/site.rs and infra/cloudfront/routes.json.
const entries = [
  {
    page: '/portal.html',
    notFound: '/portal-not-found.html',
    paths: ['/login', '/dashboard'],
    routes: [
      '/login',
      '/login/invitation',
      '/dashboard',
      '/dashboard/account',
      '/dashboard/administrators',
      '/dashboard/attendance',
      '/dashboard/attention',
      '/dashboard/audit-log',
      '/dashboard/banner-manager',
      '/dashboard/brand-institues',
      '/dashboard/brand-manager',
      '/dashboard/bulk-actions',
      '/dashboard/bulk-actions/done/:id',
      '/dashboard/bulk-actions/new',
      '/dashboard/closing',
      '/dashboard/colleges',
      '/dashboard/colleges/edit/:id',
      '/dashboard/colleges/new',
      '/dashboard/customer-list',
      '/dashboard/customers-new',
      '/dashboard/customersdetails/:id',
      '/dashboard/event',
      '/dashboard/exam-manager',
      '/dashboard/exports',
      '/dashboard/halls',
      '/dashboard/messages',
      '/dashboard/messages/new',
      '/dashboard/messages/sent/:id',
      '/dashboard/packages',
      '/dashboard/packages-details',
      '/dashboard/packages/edit/:id',
      '/dashboard/packages/new',
      '/dashboard/results',
      '/dashboard/results/:id',
      '/dashboard/school-lists',
      '/dashboard/school-lists/:id',
      '/dashboard/seats',
      '/dashboard/seats/exam/:id',
      '/dashboard/sheet-sync',
      '/dashboard/till',
    ],
  },
  {
    page: '/door.html',
    notFound: '/door-not-found.html',
    paths: ['/door'],
    routes: ['/door'],
  },
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
const notFound = '/not-found.html';
// Those of a portal's or the door's path that only the app's router knows as one: it reads `/Login` as `/login`.
const routes = ['/', '/checkout', '/contact', '/hall-ticket', '/results', '/login/*', '/dashboard/*'].concat(prerendered);

function handler(event) {
  return event.response ? answered(event.request.uri, event.response) : asked(event.request);
}

function asked(request) {
  const path = decoded(request.uri);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (origins) {
    const entry = entryOf(request.uri);
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
  request.uri = objectOf(request.uri);
  return request;
}

// Whether CloudFront says here what the browser asked for or what was made of it: both are of the same page.
function answered(uri, response) {
  const isNotFound = [uri, objectOf(uri)].some(
    (object) => object === notFound || entries.some((one) => one.notFound === object),
  );
  // A page that the browser has already has its status there.
  if (isNotFound && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}

// As it came: by the same characters the behaviours with the security policies of these pages are chosen.
function entryOf(uri) {
  return entries.find((one) => one.paths.some((start) => uri === start || uri.startsWith(`${start}/`)));
}

function objectOf(uri) {
  const entry = entryOf(uri);
  if (entry) {
    return has(entry.routes, uri) ? entry.page : entry.notFound;
  }
  const path = decoded(uri);
  if (entries.some((one) => one.page === path || one.notFound === path)) {
    // Under the name of its file it would have the site's security policy.
    return '/app.html';
  }
  if (path.slice(path.lastIndexOf('/') + 1).includes('.')) {
    return uri;
  }
  if (path === '/') {
    return '/index.html';
  }
  if (prerendered.includes(path)) {
    return `/${path.slice(1).split('/').join('-')}.html`;
  }
  return has(routes, uri) ? '/app.html' : notFound;
}

// As the apps' router compares: capitals and slashes at the end make no difference, and an encoded slash parts nothing.
function has(known, uri) {
  const parts = decoded(uri.replace(/%2f/gi, '-')).toLowerCase().replace(/\/+$/, '').split('/');
  return known.some((route) => {
    const wanted = route.replace(/\/$/, '').split('/');
    const open = wanted[wanted.length - 1] === '*';
    const least = open ? wanted.length - 1 : wanted.length;
    return (
      (open ? parts.length >= least : parts.length === least) &&
      wanted.slice(0, least).every((part, at) => (part === ':id' ? parts[at] !== '' : part === parts[at]))
    );
  });
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
