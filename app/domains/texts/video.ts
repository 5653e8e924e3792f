/** A video on another site. It is loaded from there when a visitor starts it. */
export interface Video {
  service: VideoService
  /** Its id at the service. */
  id: string
  title: string
}

type VideoService = 'youtube' | 'vimeo'

interface Service {
  id: RegExp
  /** Addresses in which people copy it. The first group is the id. */
  links: RegExp[]
  watch: (id: string) => string
  /** Origin and address of the player. YouTube's sets no cookies before the video plays. */
  origin: string
  player: (id: string) => string
}

const SERVICES: Record<VideoService, Service> = {
  youtube: {
    id: /^[\w-]{11}$/,
    links: [
      /^https?:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?:[&#].*)?$/,
      /^https?:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|shorts|live)\/([\w-]{11})(?:[/?#].*)?$/,
      /^https?:\/\/youtu\.be\/([\w-]{11})(?:[/?#].*)?$/,
    ],
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
    origin: 'https://www.youtube-nocookie.com',
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
  },
  vimeo: {
    id: /^\d{5,12}$/,
    links: [/^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:[/?#].*)?$/],
    watch: (id) => `https://vimeo.com/${id}`,
    origin: 'https://player.vimeo.com',
    player: (id) => `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
  },
}

const isService = (name: unknown): name is VideoService => name === 'youtube' || name === 'vimeo'

export const isVideo = (service: unknown, id: unknown): boolean =>
  isService(service) && typeof id === 'string' && SERVICES[service].id.test(id)

/** The video of an address that someone copied; undefined: none of YouTube or Vimeo. */
export function videoOfLink(link: string): Pick<Video, 'service' | 'id'> | undefined {
  for (const service of ['youtube', 'vimeo'] as const)
    for (const pattern of SERVICES[service].links) {
      const id = pattern.exec(link.trim())?.[1]
      if (id !== undefined) return { service, id }
    }
  return undefined
}

export const watchAddress = ({ service, id }: Video): string => SERVICES[service].watch(id)
export const playerAddress = ({ service, id }: Video): string => SERVICES[service].player(id)

/** Lets a page's policy allow the players of the videos in its blocks. */
export function allowPlayers(
  { outside }: { outside: { frames: string[] } },
  { blocks }: { blocks: ({ kind: 'video'; video: Video } | { kind: string })[] },
): void {
  for (const block of blocks) {
    if (!('video' in block)) continue
    const { origin } = SERVICES[block.video.service]
    if (!outside.frames.includes(origin)) outside.frames.push(origin)
  }
}
