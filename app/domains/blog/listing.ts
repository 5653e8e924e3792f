import { type Listing, pictureOf, SCHEMA_ORG, studioId } from '~/domains/content/listing'
import type { PostPage } from './model'

export const postListing = (
  post: PostPage,
  { siteUrl, path }: { siteUrl: string; path: string },
): Listing => ({
  '@context': SCHEMA_ORG,
  '@type': 'BlogPosting',
  headline: post.title,
  description: post.excerpt,
  url: `${siteUrl}${path}`,
  mainEntityOfPage: `${siteUrl}${path}`,
  datePublished: post.publishedAt,
  dateModified: post.updatedAt,
  articleSection: post.topic,
  inLanguage: 'en-US',
  author: { '@type': 'Person', name: post.author },
  publisher: { '@id': studioId(siteUrl) },
  ...(post.cover ? pictureOf(post.cover, siteUrl) : {}),
})
