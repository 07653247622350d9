/** What happened, what it means (the service's own sentence if it is left out), and what to do. */
export type Words = { readonly what: string; readonly meaning?: string; readonly advice: string };
const READS_ONLY = {
  what: 'This session may not do that',
  meaning: 'It was begun with an API key, which plays and reads only.',
  advice: 'Sign in by a link or with a passkey.',
};

/** What went wrong, in the reader's words. */
export const text = {
  unreachable: {
    what: 'The service cannot be reached',
    meaning: 'No response arrived, in several tries.',
    advice: 'Check your connection. Work that had begun goes on and is listed under Jobs.',
  },
  late: {
    what: 'This takes longer than usual',
    meaning: 'The page stopped waiting; the work goes on.',
    advice: 'Look under Jobs in a minute.',
  },
  picture: { what: 'That picture cannot be read', advice: 'Choose another one: JPEG, PNG, WebP, HEIC, AVIF or GIF.' },
  defect: {
    what: 'Something in this page went wrong',
    meaning: 'It is not your doing.',
    advice: 'Try again, or reload the page.',
  },
  failed: {
    what: 'The service could not do this',
    meaning: 'The failure is on our side, and is recorded.',
    advice: 'Try again in a moment. If it stays, give the operator the id of the request.',
  },
  refused: { what: 'This was not accepted', advice: '' },
  codes: {
    daily_limit: {
      what: 'The day is used up',
      advice: 'The next day begins at midnight UTC. Your images and jobs stay where they are.',
    },
    too_many_changes: {
      what: 'Too much was changed today',
      meaning:
        'Uploads, tests of webhooks, new keys and sign-ins of a day are bounded, so that nobody fills the service.',
      advice: 'Go on after midnight UTC. You can always revoke keys and delete what is yours.',
    },
    in_progress: {
      what: 'Another request is still running',
      meaning: 'Requests of an account are worked on one after the other.',
      advice: 'Wait until it is done, or cancel it under Jobs.',
    },
    budget_exhausted: {
      what: 'Nothing can be made until tomorrow',
      meaning: 'The operator has set a budget for the day, and it is used up.',
      advice: 'Try again after midnight UTC.',
    },
    no_person: {
      what: 'No person was found in the picture',
      meaning: 'No face was found.',
      advice: 'Choose a photograph of one person, from the front, in good light.',
    },
    several_people: {
      what: 'There is more than one person in the picture',
      meaning: 'It is not clear whom to dress.',
      advice: 'Choose a photograph of one person, or cut it.',
    },
    shoulders_not_visible: {
      what: 'The shoulders are not in the picture',
      meaning: 'Clothes are drawn from the shoulders down.',
      advice: 'Choose a photograph that shows at least the upper body.',
    },
    pose_not_supported: {
      what: 'This pose cannot be dressed',
      advice: 'Stand or sit upright, facing the camera, with the arms away from the body.',
    },
    clothes_not_separable: {
      what: 'The clothes cannot be separated from the rest',
      advice: 'Choose a photograph in which they stand out from skin, hair and background.',
    },
    content_refused: {
      what: 'The picture was refused',
      meaning: 'A content filter of the model stopped it.',
      advice: 'Choose other words or another photograph.',
    },
    incomplete_image: { what: 'The photograph is incomplete', advice: 'Send it again, or choose another one.' },
    url_unavailable: { what: 'The picture could not be fetched now', advice: 'Try again in a minute, or upload it.' },
    garment_not_visible: {
      what: 'The garment would not be seen',
      meaning: 'It is worn where the photograph ends.',
      advice: 'Ask for another one, or choose a photograph that shows more of you.',
    },
    garment_not_understood: { what: 'A garment is not known', advice: 'Name it in other words.' },
    no_garment_understood: { what: 'No garment is named', advice: 'Name a garment and its colour.' },
    image_not_found: {
      what: 'This image is not there',
      meaning: 'It has expired, was deleted, or never was yours.',
      advice: 'Images are kept for 24 hours unless you keep them for ever.',
    },
    job_not_found: {
      what: 'This job is not there',
      meaning: 'Jobs are listed for 30 days.',
      advice: 'Check the address.',
    },
    webhook_not_found: { what: 'This webhook is not there', meaning: 'It was deleted, or is not yours.', advice: '' },
    response_expired: {
      what: 'The response is no longer kept',
      meaning: 'Responses can be read for a day.',
      advice: 'Images that were kept are listed under Images.',
    },
    key_cannot_manage: READS_ONLY,
    session_cannot_manage: READS_ONLY,
    signed_out: {
      what: 'You are not signed in',
      meaning: 'The session has ended, or was ended elsewhere.',
      advice: 'Sign in again.',
    },
    cross_site: {
      what: 'The request was not let through',
      meaning: 'The service takes requests of a session from its own pages only, at the address that it knows.',
      advice: 'Open the portal at its usual address.',
    },
    deadline_exceeded: {
      what: 'It took too long',
      meaning: 'The work was ended at its deadline.',
      advice: 'Try again. It has not been counted.',
    },
    unavailable: { what: 'The service is not available at the moment', advice: 'Try again in a minute.' },
  } satisfies Readonly<Record<string, Words>>,
};
