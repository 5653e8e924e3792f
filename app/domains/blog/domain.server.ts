import type { Domain } from '~/platform/domain.server'
import { listPosts, readFeed, readPost } from './operations.server'

export const blog: Domain = {
  operations: {
    listPosts,
    readFeed,
    readPost,
  },
}
