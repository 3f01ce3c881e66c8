import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { annotations } from '../contract.ts'
import { listAnnotations, retrieveAnnotation } from './read-annotations.ts'
import { createAnnotation, removeAnnotation, updateAnnotation } from './write-annotations.ts'

export const annotationsServer = feature('annotations', {
  endpoints: [
    implement(annotations, {
      list: listAnnotations,
      create: createAnnotation,
      retrieve: retrieveAnnotation,
      replace: updateAnnotation,
      update: updateAnnotation,
      remove: removeAnnotation,
    }),
  ],
})
