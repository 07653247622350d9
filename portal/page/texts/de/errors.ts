import type { text as english } from '../en/errors.ts';

export const text: typeof english = {
  unreachable: {
    what: 'Der Dienst ist nicht erreichbar',
    meaning: 'Auch nach mehreren Versuchen kam keine Antwort.',
    advice: 'Prüfe deine Verbindung. Was schon begonnen hatte, läuft weiter und steht unter Aufträge.',
  },
  late: {
    what: 'Das dauert länger als üblich',
    meaning: 'Die Seite wartet nicht mehr; die Arbeit geht weiter.',
    advice: 'Sieh in einer Minute unter Aufträge nach.',
  },
  picture: { what: 'Dieses Bild ist nicht lesbar', advice: 'Nimm ein anderes: JPEG, PNG, WebP, HEIC, AVIF oder GIF.' },
  defect: {
    what: 'Auf dieser Seite ging etwas schief',
    meaning: 'Es liegt nicht an dir.',
    advice: 'Versuch es noch einmal oder lade die Seite neu.',
  },
  failed: {
    what: 'Der Dienst konnte das nicht',
    meaning: 'Der Fehler liegt bei uns und ist festgehalten.',
    advice: 'Versuch es gleich noch einmal. Bleibt es dabei, nenne dem Betreiber die Nummer der Anfrage.',
  },
  refused: { what: 'Das wurde nicht angenommen', advice: '' },
  codes: {
    daily_limit: {
      what: 'Für heute ist alles verbraucht',
      meaning: '',
      advice: 'Der nächste Tag beginnt um Mitternacht UTC. Deine Bilder und Aufträge bleiben, wo sie sind.',
    },
    too_many_changes: {
      what: 'Heute wurde zu viel geändert',
      meaning:
        'Hochgeladene Bilder, Tests von Webhooks, neue Schlüssel und Anmeldungen eines Tages sind begrenzt, damit niemand den Dienst füllt.',
      advice: 'Weiter geht es nach Mitternacht UTC. Schlüssel widerrufen und löschen, was dir gehört, kannst du immer.',
    },
    in_progress: {
      what: 'Eine andere Anfrage läuft noch',
      meaning: 'Die Anfragen eines Kontos werden nacheinander bearbeitet.',
      advice: 'Warte, bis sie fertig ist, oder brich sie unter Aufträge ab.',
    },
    budget_exhausted: {
      what: 'Bis morgen kann nichts mehr gemacht werden',
      meaning: 'Der Betreiber hat ein Budget für den Tag gesetzt, und es ist verbraucht.',
      advice: 'Versuch es nach Mitternacht UTC noch einmal.',
    },
    no_person: {
      what: 'Auf dem Bild ist niemand zu finden',
      meaning: 'Es wurde kein Gesicht gefunden.',
      advice: 'Nimm ein Foto von einer Person, von vorn, bei gutem Licht.',
    },
    several_people: {
      what: 'Auf dem Bild ist mehr als eine Person',
      meaning: 'Es ist nicht klar, wer eingekleidet werden soll.',
      advice: 'Nimm ein Foto von einer Person oder schneide es zu.',
    },
    shoulders_not_visible: {
      what: 'Die Schultern sind nicht im Bild',
      meaning: 'Kleidung wird von den Schultern abwärts gezeichnet.',
      advice: 'Nimm ein Foto, das wenigstens den Oberkörper zeigt.',
    },
    pose_not_supported: {
      what: 'In dieser Haltung geht es nicht',
      meaning: '',
      advice: 'Steh oder sitz aufrecht, zur Kamera gewandt, die Arme etwas vom Körper weg.',
    },
    clothes_not_separable: {
      what: 'Die Kleidung hebt sich nicht vom Rest ab',
      meaning: '',
      advice: 'Nimm ein Foto, auf dem sie sich von Haut, Haar und Hintergrund unterscheidet.',
    },
    content_refused: {
      what: 'Das Bild wurde abgelehnt',
      meaning: 'Ein Inhaltsfilter des Modells hat es aufgehalten.',
      advice: 'Nimm andere Worte oder ein anderes Foto.',
    },
    incomplete_image: {
      what: 'Das Foto ist unvollständig',
      meaning: '',
      advice: 'Schick es noch einmal oder nimm ein anderes.',
    },
    url_unavailable: {
      what: 'Das Bild war gerade nicht abrufbar',
      meaning: '',
      advice: 'Versuch es in einer Minute noch einmal oder lade das Bild hoch.',
    },
    garment_not_visible: {
      what: 'Das Kleidungsstück wäre nicht zu sehen',
      meaning: 'Es wird getragen, wo das Foto endet.',
      advice: 'Nimm ein anderes oder ein Foto, das mehr von dir zeigt.',
    },
    garment_not_understood: {
      what: 'Ein Kleidungsstück ist nicht bekannt',
      meaning: '',
      advice: 'Beschreib es mit anderen Worten.',
    },
    no_garment_understood: {
      what: 'Es ist kein Kleidungsstück genannt',
      meaning: '',
      advice: 'Nenne ein Kleidungsstück und seine Farbe.',
    },
    image_not_found: {
      what: 'Dieses Bild gibt es nicht',
      meaning: 'Es ist abgelaufen, wurde gelöscht oder war nie deines.',
      advice: 'Bilder bleiben 24 Stunden, wenn du sie nicht für immer behältst.',
    },
    job_not_found: {
      what: 'Diesen Auftrag gibt es nicht',
      meaning: 'Aufträge stehen 30 Tage in der Liste.',
      advice: 'Prüfe die Adresse.',
    },
    webhook_not_found: {
      what: 'Diesen Webhook gibt es nicht',
      meaning: 'Er wurde gelöscht oder ist nicht deiner.',
      advice: '',
    },
    response_expired: {
      what: 'Die Antwort ist nicht mehr da',
      meaning: 'Antworten lassen sich einen Tag lang lesen.',
      advice: 'Bilder, die behalten wurden, stehen unter Bilder.',
    },
    key_cannot_manage: {
      what: 'Diese Sitzung darf das nicht',
      meaning: 'Sie begann mit einem API-Schlüssel; damit lässt sich nur ausprobieren und lesen.',
      advice: 'Melde dich mit einem Link oder einem Passkey an.',
    },
    session_cannot_manage: {
      what: 'Diese Sitzung darf das nicht',
      meaning: 'Sie begann mit einem API-Schlüssel; damit lässt sich nur ausprobieren und lesen.',
      advice: 'Melde dich mit einem Link oder einem Passkey an.',
    },
    signed_out: {
      what: 'Du bist nicht angemeldet',
      meaning: 'Die Sitzung ist abgelaufen oder wurde anderswo beendet.',
      advice: 'Melde dich wieder an.',
    },
    cross_site: {
      what: 'Die Anfrage wurde nicht durchgelassen',
      meaning:
        'Der Dienst nimmt Anfragen einer Sitzung nur von seinen eigenen Seiten an, unter der Adresse, die er kennt.',
      advice: 'Öffne das Portal unter seiner üblichen Adresse.',
    },
    deadline_exceeded: {
      what: 'Es hat zu lange gedauert',
      meaning: 'Die Arbeit wurde an ihrer Frist beendet.',
      advice: 'Versuch es noch einmal. Gezählt wurde es nicht.',
    },
    unavailable: {
      what: 'Der Dienst ist gerade nicht verfügbar',
      meaning: '',
      advice: 'Versuch es in einer Minute noch einmal.',
    },
  },
};
