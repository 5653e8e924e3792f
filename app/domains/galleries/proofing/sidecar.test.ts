import { expect, test } from 'vitest'
import type { ExportedItem, ExportedList } from './export-files'
import { sidecarNames, sidecarOf } from './export-files'

const item: ExportedItem = {
  ...{ number: 1, fileName: 'IMG_1.CR3', title: '', chosen: '' },
  comments: ['Ann: crop <tight> & "warm" 🎈'],
}
const list: ExportedList = {
  ...{ gallery: 'Whitfield & Cole', person: 'Ann "A" & Ben | Lee', email: '', purpose: 'Album', note: '' },
  items: [item],
}

test('a sidecar has what Lightroom and Capture One read: stars, a color that both have, keywords', () => {
  const xmp = sidecarOf({ item, list })
  expect(xmp).toContain('xmlns:xmp="http://ns.adobe.com/xap/1.0/"')
  expect(/ xmp:Rating="(\d)"/.exec(xmp)?.[1]).toBe('5')
  // Colors in both Lightroom's default label set and Capture One's tags.
  expect(['Red', 'Yellow', 'Green', 'Blue', 'Purple']).toContain(/ xmp:Label="(\w+)"/.exec(xmp)?.[1])
  expect(xmp).toContain('<rdf:li>Client choices|Ann &quot;A&quot; &amp; Ben / Lee|Album</rdf:li>')
  expect(xmp).toContain('photoshop:Instructions="Ann: crop &lt;tight&gt; &amp; &quot;warm&quot; 🎈"')
  expect(sidecarOf({ item: { ...item, comments: ['\u0000\ud800\ufffe'] }, list })).toContain(
    'photoshop:Instructions="\ufffd"',
  )
})

test('it has the photo’s name, including any characters that disks allow', () => {
  const kept = ['IMG_1', 'IMG_1 🎈 "best" & co', 'Was it?', 'família 👩‍👩‍👧', '=cmd|x', "it's <fine>"]
  expect(sidecarNames(kept)).toEqual(kept.map((name) => `${name}.xmp`))
})

test('makes unsafe names safe and unique', () => {
  const names = sidecarNames([
    '../../etc/passwd',
    'a/b',
    'a_b',
    'C:\\x',
    '.hidden',
    'x\u202egnp',
    '',
    'é'.repeat(200),
  ])
  for (const name of names) {
    expect(name).toMatch(/^[^./\\: ][^/\\:]*\.xmp$/)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  }
  expect(new Set(names).size).toBe(names.length)
})
