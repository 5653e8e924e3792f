import { BYTE_ORDER_MARK, csvLine } from '~/platform/csv'
import type { ExportedFrame, ExportedList } from './model'

const COLUMNS: [title: string, value: (frame: ExportedFrame, list: ExportedList) => string][] = [
  ['Number', ({ number }) => String(number)],
  ['File name', ({ fileName }) => fileName],
  ['Title', ({ title }) => title],
  ['Gallery', (_, { gallery }) => gallery],
  ['List', (_, { purpose }) => purpose],
  ['Person', (_, { person }) => person],
  ['Email', (_, { email }) => email],
  ['Favorited', ({ chosen }) => chosen],
  ['Comments', ({ comments }) => comments.join('\n')],
]

export const choicesCsv = (list: ExportedList): string =>
  [
    `${BYTE_ORDER_MARK}${csvLine(COLUMNS.map(([title]) => title))}`,
    ...list.frames.map((frame) => csvLine(COLUMNS.map(([, value]) => value(frame, list)))),
  ].join('')
