import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { uploads } from '../contract.ts'
import { clearUploads } from './clear-uploads.ts'
import { mountUploads } from './mount-uploads.ts'
import { mountSamples } from './samples.ts'
import { cancelUpload, createUpload, listUploads, retrieveUpload } from './upload-handlers.ts'

export const uploadsServer = feature('uploads', {
  endpoints: [
    implement(uploads, {
      create: createUpload,
      list: listUploads,
      retrieve: retrieveUpload,
      cancel: cancelUpload,
    }),
  ],
  // The first run comes half a minute after the start, and with it what a crash left behind.
  schedules: [{ name: 'uploads.clear', everySeconds: 60, run: clearUploads }],
  mount: (server, app) => {
    mountUploads(server, app)
    mountSamples(server, app)
  },
})

export { refuseUpload } from './end-upload.ts'
export { hasSpaceFor, uploadFile } from './part-file.ts'
export { sampleFile } from './samples.ts'
