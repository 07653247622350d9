/**
 * IPTC digital source type: a photograph whose content was changed with trained models. Also used for the embedded engine's
 * pictures, see docs/decisions/0012.
 */
const DIGITAL_SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/**
 * The XMP packet (ISO 16684-1) of generated pictures. It is constant, so that equal pixels give equal bytes, and contains nothing
 * about a person or request.
 */
export const provenanceXmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      xmp:CreatorTool="Image styling service"
      Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}"/>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
