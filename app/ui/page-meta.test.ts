import { expect, it } from 'vitest'
import { pageMeta } from './page-meta'

const page = { title: 'About', description: 'Who we are.', path: '/about', siteUrl: 'https://studio.example' }

it('appends the site’s name to a title without it', () => {
  expect(pageMeta({ ...page, siteName: 'DE Photography' })).toContainEqual({
    title: 'About · DE Photography',
  })
  expect(pageMeta({ ...page, title: 'DE Photography: weddings', siteName: 'DE Photography' })).toContainEqual(
    {
      title: 'DE Photography: weddings',
    },
  )
})

it('has the image’s absolute URL', () => {
  const meta = pageMeta({
    ...page,
    image: { path: '/media/x/1200.jpg', width: 1200, height: 800, alt: 'A room' },
  })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://studio.example/media/x/1200.jpg' })
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
})
