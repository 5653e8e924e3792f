import { useEffect, useState } from 'react'

/** The picture itself, from this computer: nothing has to arrive for it. */
export function FileThumb({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return <span className="upthumb">{address ? <img src={address} alt="" decoding="async" /> : null}</span>
}
