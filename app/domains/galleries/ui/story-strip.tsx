import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { stripSizes } from '~/domains/photos/ui/sizes'
import { paths } from '~/ui/paths'
import { Strip } from '~/ui/strip'
import type { StorySummary } from '../model'

/** Id of a photo on its story's page. */
export const storyPhotoId = (number: number): string => `photo-${number}`

/** A story as a strip of photos. Each links to its place in the story. */
export function StoryStrip({ story }: { story: Omit<StorySummary, 'summary'> }) {
  const { slug, title, category, dateline, count, photos } = story
  const headingId = `story-${slug}`
  return (
    <section className="roll" aria-labelledby={headingId}>
      <div className="wrap roll__h">
        <h2 className="t1" id={headingId}>
          <Link to={paths.story(slug)} prefetch="intent">
            {title}
          </Link>
        </h2>
        <p className="ui ink2">{[category, dateline, `${count} photos`].filter(Boolean).join(', ')}</p>
      </div>
      <Strip
        label={`Photos in ${title}`}
        frames={photos.map(({ photo, featured }, at) => ({
          key: photo.id,
          to: `${paths.story(slug)}#${storyPhotoId(at + 1)}`,
          chosen: featured,
          picture: <Picture photo={photo} sizes={stripSizes(photo)} isWhole />,
        }))}
      />
    </section>
  )
}
