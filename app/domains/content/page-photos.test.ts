import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { photosNamedIn } from './page-photos'

describe('the photos of a page', () => {
  it('are found anywhere in its body, each once', () => {
    const body = {
      title: 'not-a-photo',
      hero: { photo: 'rings', caption: 'roses' },
      strip: ['roses', 'rings', 'jar'],
      sections: [{ title: 'piano', photo: 'piano' }],
    }
    expect(photosNamedIn(body)).toEqual(['rings', 'roses', 'jar', 'piano'])
  })

  it('are found in all demo pages', () => {
    const folder = join(import.meta.dirname, '../../../content')
    const slugs: string[] = JSON.parse(readFileSync(join(folder, 'photos/photos.json'), 'utf8')).map(
      ({ file }: { file: string }) => file.replace(/\.\w+$/, ''),
    )
    for (const file of readdirSync(join(folder, 'pages'))) {
      const { body } = JSON.parse(readFileSync(join(folder, 'pages', file), 'utf8'))
      const named = slugs.filter((slug) => JSON.stringify(body).includes(`"${slug}"`))
      expect(photosNamedIn(body).toSorted(), file).toEqual(named.toSorted())
    }
  })
})
