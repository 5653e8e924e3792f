interface NewerVersionProps {
  version: string
  /** Where versions of the text are shown. */
  addressOf: (query: { show: string }) => string
}

/** Link to the newer version, for a text whose versions all stay. */
export function NewerVersion({ version, addressOf }: NewerVersionProps) {
  const [number = ''] = version.split('.')
  return (
    <>
      <a className="btn btn--line" href={addressOf({ show: number })} target="_blank" rel="noopener">
        View newer version
      </a>
      <p>Both stay in Versions. The one you save last is the newest.</p>
    </>
  )
}
