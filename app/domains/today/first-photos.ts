import type { EditablePage } from '~/domains/content/pages/fields'

/** The photos that the guided setup asks for, each of a page: its field there, and what the step calls it. */
export const FIRST_PHOTOS = [
  {
    page: 'home',
    field: 'body.hero.photo',
    label: 'Home page',
    hint: 'Large, at the top. Choose your best.',
  },
  {
    page: 'about',
    field: 'body.portrait.photo',
    label: 'Portrait of you',
    hint: 'On your About page, next to the text. Clients book a person, so show them who’s coming.',
  },
  {
    page: 'portrait',
    field: 'body.photo',
    label: 'Portraits page',
    hint: 'Large, at the top of the page for portrait sessions.',
  },
] as const satisfies readonly { page: EditablePage; field: string; label: string; hint: string }[]
