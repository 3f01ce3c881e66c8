import type { Upload, UploadSource } from './upload-machine.ts'

/** Paths are percent-encoded; an invalid one stays as it is. */
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fileNameOf = (source: UploadSource) => {
  if (source.kind === 'file') return source.file.name
  const { pathname, hostname } = new URL(source.url)
  return decoded(pathname.split('/').filter(Boolean).at(-1) ?? hostname)
}

/** UPLD-021 */
export const sourceTitle = (source: UploadSource) => {
  const name = fileNameOf(source)
  return name.replace(/(?<=.)\.[^.]*$/, '')
}

export const titleOf = ({ source, mux }: Upload) => mux.meta.title || sourceTitle(source)
