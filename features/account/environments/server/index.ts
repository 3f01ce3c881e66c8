export { presentEnvironment } from './present-environment.ts'
