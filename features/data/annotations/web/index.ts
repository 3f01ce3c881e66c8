export { ShowAnnotationsSwitch } from './show-annotations-switch.tsx'
export { AnnotationDialog, useAnnotationDialogs } from './use-annotation-dialogs.tsx'
export { type NotedMoment, useAnnotations, useAnnotationsShown } from './use-annotations.ts'
