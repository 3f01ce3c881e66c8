export { listRemembered } from './queue/remembered-uploads.ts'
