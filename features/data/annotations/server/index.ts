import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { annotations } from '../contract.ts'
import { createAnnotation } from './create-annotation.ts'
import { listAnnotations } from './list-annotations.ts'
import { removeAnnotation } from './remove-annotation.ts'
import { retrieveAnnotation } from './retrieve-annotation.ts'
import { updateAnnotation } from './update-annotation.ts'

export { addAnnotation } from './add-annotation.ts'

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
