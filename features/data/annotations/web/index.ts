export { ShowAnnotationsSwitch } from './show-annotations-switch.tsx'
export { useChartAnnotations } from './use-chart-annotations.ts'
export { MomentFields } from './moment-fields.tsx'
