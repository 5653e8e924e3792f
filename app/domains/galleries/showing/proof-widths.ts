/** A width in which a photograph is there with a mark. */
export interface MadeProof {
  photoId: string
  mark: string
  width: number
  createdAt: number
}

/** With which mark a photograph is shown, and in which widths. */
export interface ShownProof {
  mark: string
  /** Ascending. */
  widths: number[]
}

/** Each photograph with the newest mark that has been drawn on it: of an older one nothing is shown beside it. */
export function proofWidths(made: readonly MadeProof[]): Map<string, ShownProof> {
  const newest = new Map<string, MadeProof>()
  for (const proof of made)
    if (proof.createdAt >= (newest.get(proof.photoId)?.createdAt ?? 0)) newest.set(proof.photoId, proof)
  return new Map(
    [...newest].map(([photoId, { mark }]) => {
      const own = made.filter((proof) => proof.photoId === photoId && proof.mark === mark)
      return [photoId, { mark, widths: own.map(({ width }) => width).toSorted((a, b) => a - b) }]
    }),
  )
}
