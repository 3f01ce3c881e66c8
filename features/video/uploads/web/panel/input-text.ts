import type { Upload } from '../queue/upload-machine.ts'

/** UPLD-082: a short description of the probed file. */
export const inputText = (inputInfo: Upload['mux']['inputInfo']) => {
  const tracks = inputInfo?.[0]?.file?.tracks ?? []
  const video = tracks.find(({ type }) => type === 'video')
  const audio = tracks.find(({ type }) => type === 'audio')
  const size = video?.width && video.height ? `${video.width}×${video.height}` : undefined
  return [size, video?.encoding, audio?.encoding].filter(Boolean).join(' · ')
}
