import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '~/ui/hydrated'
import { useLivePreview } from './use-live-preview'

const FRAME = 'preview'

interface Previewed {
  /** Id of the previewed form. */
  form: string
  /** POST returns the page with the form's values, GET the current page. */
  action: string
}

/** Shows the page with the form's values in the frame beside it. Works without script. */
export function PreviewButton({
  form,
  action,
  children = 'Preview',
}: Previewed & { children?: string | undefined }) {
  return (
    <button
      type="submit"
      className="btn btn--line"
      form={form}
      formAction={action}
      formMethod="post"
      formTarget={FRAME}
      formNoValidate
    >
      {children}
    </button>
  )
}

const DEVICES = { desktop: { label: 'Desktop', width: 1280 }, phone: { label: 'Phone', width: 390 } } as const
type Device = keyof typeof DEVICES

/** Frame width in CSS pixels below which the page uses its phone layout. */
const NARROW = 560

interface PreviewFrameProps extends Previewed {
  /** Title such as "About, as it will look". */
  title: string
  /** Versions of the page, beginning with `action`; by default only that. */
  versions?: { label: string; action: string }[]
  /** A new value refreshes the preview. For changes other than typing, such as an added row. */
  stamp?: string | number
}

/** The public page with the form's values, refreshed after each pause in typing. */
export function PreviewFrame({ form, action, title, versions = [], stamp = '' }: PreviewFrameProps) {
  const [chosen, setChosen] = useState<Device>()
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const room = useSize(box)
  const said = useLivePreview({ form, action, stamp, frame, target: FRAME })
  const device = chosen ?? (room && room.width < NARROW ? 'phone' : 'desktop')
  const { width } = DEVICES[device]
  const scale = room ? Math.min(1, room.width / width) : 1
  return (
    <section className="pv" aria-label="Preview">
      <div className="pv__bar">
        <a className="txt tap pv__back" href={`#${form}`}>
          Back to editing
        </a>
        <p className="pv__said" role="status">
          {said}
        </p>
        {useHydrated() ? <DeviceSwitch device={device} onChoose={setChosen} /> : null}
        {versions.length > 0 ? <VersionSwitch form={form} action={action} versions={versions} /> : null}
      </div>
      <div className="pv__box" ref={box}>
        <iframe
          ref={frame}
          name={FRAME}
          title={title}
          src={action}
          // Below the form on a phone, where it would load at the same time as the form.
          loading="lazy"
          // `allow-same-origin` lets the page load fonts. Scripts, forms and navigation are blocked.
          sandbox="allow-same-origin"
          style={
            room && {
              width,
              height: room.height / scale,
              left: (room.width - width * scale) / 2,
              transform: `scale(${scale})`,
            }
          }
        />
      </div>
    </section>
  )
}

/** Switches between versions of the page. Works without script. */
function VersionSwitch({
  form,
  action,
  versions,
}: Previewed & Required<Pick<PreviewFrameProps, 'versions'>>) {
  const [shown, setShown] = useState(action)
  return (
    <fieldset className="seg pv__versions">
      <legend className="vh">Version of the page</legend>
      {versions.map((version) => (
        <button
          key={version.action}
          type="submit"
          form={form}
          formAction={version.action}
          formMethod="post"
          formTarget={FRAME}
          formNoValidate
          aria-pressed={version.action === shown}
          aria-current={version.action === shown ? 'true' : undefined}
          onClick={() => setShown(version.action)}
        >
          {version.label}
        </button>
      ))}
    </fieldset>
  )
}

function DeviceSwitch({ device, onChoose }: { device: Device; onChoose: (device: Device) => void }) {
  return (
    <fieldset className="seg">
      <legend className="vh">Preview width</legend>
      {(Object.keys(DEVICES) as Device[]).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === device}
          aria-current={each === device ? 'true' : undefined}
          onClick={() => onChoose(each)}
        >
          {DEVICES[each].label}
        </button>
      ))}
    </fieldset>
  )
}

/** Size of an element in CSS pixels; undefined before it is measured. */
function useSize(element: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
