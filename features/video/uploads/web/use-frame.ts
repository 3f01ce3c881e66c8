import { useEffect, useState } from 'react'
import { captureFrame } from './capture-frame.ts'
import type { UploadSource } from './upload-machine.ts'

export const useFrame = (source: UploadSource, atSeconds?: number) => {
  const [frame, setFrame] = useState<string>()
  const file = source.kind === 'file' ? source.file : undefined
  useEffect(() => {
    let isGone = false
    let address: string | undefined
    const capture = async () => {
      if (!file) return
      address = await captureFrame(file, atSeconds)
      if (isGone) return void (address && URL.revokeObjectURL(address))
      setFrame(address)
    }
    void capture()
    return () => {
      isGone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [file, atSeconds])
  return frame
}
