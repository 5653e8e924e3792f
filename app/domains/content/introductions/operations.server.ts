import { sharedImage } from '~/domains/galleries/releases/publication.server'
import type { PhotoView } from '~/domains/photos/model'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { breadcrumbListing } from '../listing'
import { readPage, readSettings } from '../operations.server'

interface Introduced {
  title: string
  description: string
  /** Of the page within the site, such as `/pricing`. */
  path: string
  /** Its picture where it is shared; that of Home when it has none of its own. */
  photo?: PhotoView | null | undefined
}

/** How a page is presented to search engines and where its link is shared. */
export async function introducePage(
  { db, config }: { db: Db; config: Pick<Config, 'siteUrl'> },
  { title, description, path, photo }: Introduced,
) {
  const { studio } = await readSettings({ db })
  const { siteUrl } = config
  return {
    meta: {
      title: `${title} · ${studio.name}`,
      description,
      path,
      siteUrl,
      siteName: studio.name,
      image: await sharedImage({ db }, photo ?? (await readHomePhoto(db))),
    },
    breadcrumbs: breadcrumbListing(
      [
        { name: 'Home', path: '/' },
        { name: title, path },
      ],
      siteUrl,
    ),
  }
}

async function readHomePhoto(db: Db): Promise<PhotoView | undefined> {
  const home = await readPage({ db }, 'home')
  return home.photos[home.body.hero.photo]
}
