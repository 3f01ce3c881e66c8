import { useEffect, useState } from 'react'
import { captureFrame } from './capture-frame.ts'
import type { UploadSource } from '../queue/upload-machine.ts'

export const useFrame = (source: UploadSource, atSeconds?: number) => {
  const [frame, setFrame] = useState<string>()
  const file = source.kind === 'file' ? source.file : undefined
  useEffect(() => {
    let isGone = false
    const take = async () => {
      const taken = file && (await captureFrame(file, atSeconds))
      if (!isGone) setFrame(taken)
    }
    void take()
    return () => {
      isGone = true
    }
  }, [file, atSeconds])
  return frame
}
