import type { ReactNode } from 'react'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { ROW_FORM_ID } from './row-form'

/** A form beside a preview. `page` is the name of the previewed page. */
export function BesidePreview(props: { action: string; page: string; children: ReactNode }) {
  return (
    <div className="st-beside">
      {props.children}
      <PreviewFrame form={ROW_FORM_ID} action={props.action} title={`${props.page}, as it will look`} />
    </div>
  )
}
