import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product and its module: the table of contents. */
export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('gallery', 'routes/site/gallery.tsx', [route('photo/:photo', 'routes/site/gallery-photo.tsx')]),
    route('services', 'routes/site/services.tsx'),
    route('about', 'routes/site/about.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    route('book-session', 'routes/site/book-session.tsx'),
    route('terms', 'routes/site/terms.tsx'),
    route('blog', 'routes/site/blog.tsx'),
    route('blog/:post', 'routes/site/blog-post.tsx'),
    route('pricing', 'routes/site/pricing.tsx'),
    route('mikhenzo-products', 'routes/site/products.tsx'),
    route('mikhenzo-products/:product', 'routes/site/product.tsx'),
    route('portfolio', 'routes/site/portfolio.tsx'),
    route('portfolio/:series', 'routes/site/series.tsx'),
    route('portrait', 'routes/site/portrait.tsx'),
    route('thank-you', 'routes/site/thank-you.tsx'),
    route('newsletter', 'routes/site/newsletter.tsx'),
    route('newsletter/unsubscribe/:token', 'routes/site/unsubscribe.tsx'),
    route('login', 'routes/site/login.tsx'),
    route('register', 'routes/site/register.tsx'),
    route('404', 'routes/site/not-found.tsx'),
  ]),

  route('download', 'routes/account/download.ts'),
  route('profile', 'routes/account/profile.ts'),

  route('sitemap.xml', 'routes/feeds/sitemap.ts'),
  route('robots.txt', 'routes/feeds/robots.ts'),
  route('manifest.webmanifest', 'routes/feeds/manifest.ts'),
  route('blog.atom', 'routes/feeds/blog-atom.ts'),
  route('.well-known/gpc.json', 'routes/feeds/gpc.ts'),

  route('*', 'routes/site/anything-else.ts'),
] satisfies RouteConfig
