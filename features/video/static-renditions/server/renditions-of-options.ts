import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { AssetOptions } from '@playhead/features/video/assets/contract'
import { renditionOf, renditionsOfMp4Support } from './rendition-names.ts'

const refuse = (field: string, message: string): never => {
  throw invalidField(field, `${field}: ${message}`)
}

export const renditionsOfOptions = (options: AssetOptions) => {
  const asked = options.static_renditions ?? []
  const support = options.mp4_support ?? 'none'
  if (asked.length > 0 && support !== 'none')
    refuse('static_renditions', 'mp4_support and static_renditions exclude each other')
  const resolutions = asked.map(({ resolution }) => resolution)
  if (new Set(resolutions).size < resolutions.length)
    refuse('static_renditions', 'name each resolution once')
  return [...renditionsOfMp4Support(support), ...asked.map(renditionOf)]
}
