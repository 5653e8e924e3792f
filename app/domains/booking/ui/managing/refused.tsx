import { FormRefusal } from '~/ui/form-refusal'

/** One sentence about what was not done, which takes the focus. */
export function Refused({ children }: { children: string | undefined }) {
  return (
    <FormRefusal outcome={children ? { sentence: children, errors: {}, values: {} } : undefined} order={[]} />
  )
}
