import { invalidField } from '@playhead/contract-kit/errors.ts'

export const nameTaken = (name: string) =>
  invalidField('name', `name: this asset has a track of that type called ${name}`)
