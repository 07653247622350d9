import { text as work } from './work.ts';

export const text = {
  title: 'Images',
  reading: 'Reading your images',
  alt: (endpoint: string, created: string) => `${work.endpoint(endpoint)}, ${created}`,
  kept: 'Kept',
  keep: 'Keep for ever',
  keptNow: 'Kept for ever',
  notKept: (why: string) => `Not kept: ${why}`,
  actions: 'Actions of this image',
  download: 'Download',
  notDownloaded: 'The picture could not be downloaded. Open it by its link instead.',
  copyAddress: 'Copy link',
  addressCopied: 'Link copied',
  notCopied: 'The browser does not allow copying',
  delete: 'Delete',
  deleteQuestion: {
    heading: 'Delete this image?',
    text: 'The picture and its record are gone at once, and links to it stop working. This cannot be undone.',
  },
  deleted: 'Deleted',
  notDeleted: (why: string) => `Not deleted: ${why}`,
  empty: {
    heading: 'No images yet',
    text: 'What you dress appears here: for 24 hours, or for ever if you ask for that when you make it.',
  },
};
