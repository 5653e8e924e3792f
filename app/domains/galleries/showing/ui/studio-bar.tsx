/** Says to the studio that it looks with its clients’ eyes. */
export function StudioBar({ galleryId }: { galleryId: string }) {
  return (
    <aside className="gift__bar" aria-label="For the studio">
      <p>This is what your clients see.</p>
      <a className="txt" href={`/studio/galleries/${galleryId}/sharing`}>
        Sharing
      </a>
    </aside>
  )
}
