import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import type { Shell } from '../model'
import { BrandPicture } from './logo'
import { footerLinks, socialLinks } from './site-links'

interface SiteFooterProps {
  shell: Shell
  /** The newsletter form is large on the home page and small elsewhere. */
  isHome: boolean
  /** The newsletter form; null on the newsletter’s pages. */
  children: ReactNode
}

/** R26 */
export function SiteFooter({
  shell: { studio, links, newsletter, navigation, year },
  isHome,
  children,
}: SiteFooterProps) {
  return (
    <footer className={isHome ? 'ftr' : 'ftr ftr--inner'} data-theme="darkroom">
      <div className="wrap">
        <div className="ftr__top">
          {children ? (
            <section className="ftr__nl" aria-labelledby="news">
              <h2 className={isHome ? 'd2' : 't2'} id="news">
                {newsletter.heading}
              </h2>
              <p className="ink2">{newsletter.invitation}</p>
              {children}
            </section>
          ) : null}
          <div className="ftr__cols">
            <nav aria-labelledby="footer-pages">
              <h2 id="footer-pages">{navigation.footerPages}</h2>
              <ul>
                {footerLinks(navigation).map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to} prefetch="intent" viewTransition discover="none">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <section aria-labelledby="footer-reach">
              <h2 id="footer-reach">{navigation.footerReach}</h2>
              <ul>
                {[studio.phone, studio.email].map(
                  (link) =>
                    link && (
                      <li key={link.to}>
                        <a href={link.to}>{link.label}</a>
                      </li>
                    ),
                )}
                {socialLinks(links).map(({ label, to }) => (
                  <Elsewhere key={label} to={to}>
                    {label}
                  </Elsewhere>
                ))}
                {links.otherSite ? (
                  <Elsewhere to={links.otherSite.url}>{links.otherSite.label}</Elsewhere>
                ) : null}
              </ul>
            </section>
            {links.video ? (
              <a className="ftr__vid" href={links.video.url} rel="noopener">
                {links.videoPhoto ? (
                  <Picture photo={links.videoPhoto} sizes="132px" ratio="3/2" alt="" />
                ) : null}
                <span className="ui">
                  <span className="edge">{`Video · ${links.video.minutes} min`}</span>
                  {links.video.title}
                </span>
              </a>
            ) : null}
          </div>
        </div>
        <div className="ftr__end">
          <p className="ftr__brand">
            {studio.picture ? (
              <BrandPicture picture={studio.picture} name={studio.name} />
            ) : (
              <span className="t3">{studio.name}</span>
            )}
            <span className="ink2">{studio.tagline}</span>
          </p>
          <ul className="ftr__legal">
            <li className="ink2">{`© ${year} ${studio.name}`}</li>
            <li>
              <Link to={paths.terms()} prefetch="intent" viewTransition>
                Terms &amp; Conditions
              </Link>
            </li>
            <li>
              <Link to={paths.search()} discover="none">
                Search
              </Link>
            </li>
            <li>
              <Link to={paths.download()} reloadDocument>
                Your downloads
              </Link>
            </li>
            <li>
              <Link to={paths.doNotSell()} discover="none">
                Do Not Sell or Share My Personal Information
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}

function Elsewhere({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <a href={to} rel="noopener">
        {`${children} `}
        <Icon name="external" small />
      </a>
    </li>
  )
}
