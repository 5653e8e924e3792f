import type { Extensions } from '@tiptap/core'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { TextEditorProps } from './text-editor'

interface LoadedEditor {
  Editor: ComponentType<TextEditorProps>
  extensions: Extensions
}

/**
 * Loads the editor after the page. @param load undefined: it isn't needed
 * @param mayReplace whether the field before it has only what the page was opened with
 */
export function useEditor(
  load: (() => Promise<LoadedEditor>) | undefined,
  mayReplace: () => boolean = () => true,
): { editor: LoadedEditor | undefined; isMissing: boolean } {
  const [editor, setEditor] = useState<LoadedEditor>()
  const [isMissing, setMissing] = useState(false)
  const given = useRef({ load, mayReplace })
  useEffect(() => {
    const { load, mayReplace } = given.current
    let isHere = true
    load?.().then(
      (loaded) => isHere && mayReplace() && setEditor(loaded),
      () => isHere && setMissing(true),
    )
    return () => {
      isHere = false
    }
  }, [])
  return { editor, isMissing }
}
