import type { DescribedEndpoint } from '@playhead/contract-kit/open-api.ts'
import { features } from '../features.ts'

const titled = (name: string) => {
  const words = name.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

export const describedEndpoints = (): DescribedEndpoint[] =>
  features.flatMap((feature) =>
    feature.endpoints.map(({ name, endpoint }) => ({
      id: `${feature.name}.${name}`,
      tag: titled(feature.name),
      endpoint,
    })),
  )
