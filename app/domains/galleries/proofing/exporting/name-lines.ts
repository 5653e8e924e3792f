import type { ExportedList } from './model'

/** One line, as the search fields of Lightroom and Capture One take it. */
export const namesInOneLine = ({ frames }: ExportedList): string =>
  frames.map(({ fileName }) => fileName).join(', ')

/** One name a line. */
export const namesInLines = ({ frames }: ExportedList): string =>
  frames.map(({ fileName }) => `${fileName}\r\n`).join('')
