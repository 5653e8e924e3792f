/** A photograph on a list, as it is told to other programs. */
export interface ExportedFrame {
  /** In the gallery, from 1. */
  number: number
  /** As it was on the photographer’s disk. */
  fileName: string
  title: string
  /** When it was circled: "Nov 20, 2026, 9:30 AM". */
  chosen: string
  /** What was said about it by the person whose list it is, and to them, each with its author. */
  comments: string[]
}

export interface ExportedList {
  gallery: string
  person: string
  email: string
  purpose: string
  note: string
  frames: ExportedFrame[]
}

/** By the file’s name in the address. */
export const EXPORT_FILES = ['names.txt', 'names-in-lines.txt', 'choices.csv', 'sidecars.zip'] as const
export type ExportFile = (typeof EXPORT_FILES)[number]
