/**
 * Words of the interface documents and of refusals. A report shows no other word of the gateway. Names of people and
 * places are not among them.
 */
const WORDS = `
  a about above account accepted action active activated add after all allowed already also amount an and another any
  application are as at available bad batch be because been before below between body both but by call cannot check
  closed complete completed configuration configured contain contains content correct could currently data date
  default denied did different disabled does done duplicate each either element empty enabled enough enrolled error
  exceeded exceeds exist exists expected expired failed failure field fields first for format found from function given
  has have header however http https if in incorrect information input instead insufficient internal into invalid is it
  its json larger last less like limit limited list long malformed mandatory many match matches maximum may message
  method minimum missing more most multiple must name negative no none not nothing number of on once one only or other
  original out parameter part parties path pending permission permitted please possible present previous problem
  processed processing provided range rate read received record records refused rejected repeat repeated request
  requested required result results rule same schema sent server service set should small smaller specified state
  status successful successfully such supported system temporarily test text than that the then there these this time
  timeout to too transaction transactions twice type unable unauthorized unavailable unexpected unknown unsupported
  until url use used user valid validation value values version was were when which wrong xml yet zero

  acs attempted auth authcode authenticated authentication authentications authenticationvalue authorisation authorised
  authorization authorizations authorized autosettle avs bank bin brand browser card cardholder challenge code completed
  completion country credit creq cres csc currency cv cvc cvn cvv decline declined decoupled detail details device
  digit digits directory ds eci exemption exponent expiry frictionless gateway hash id identifier indicator initiated
  initiation issuer key leg length merchant mpi multisettle notification order page pagenumber pagesize paid pan
  password pasref payer payment payments performed proof protocol query reason reasons rebate rebated redirect reference
  refund refunded refunds reservation reserved return risk savedcard scheme sca search secure security settle settled
  settlement settlements sha1 sha1hash sha256 sha256hash signature size start started succeeded sha threeds timestamp
  token trans transid void voided whitelist year month currencies entries items open method methods
  amex diners discover jcb mastercard visa eur gbp jpy usd yen testpay

  address href link location redirecturl response paymentmethod paymentmethoddetail paymentmethoddetails orderid
  merchantid accountid obtransid ob avspostcoderesponse avsaddressresponse cvnresult batchid
`;

/** In lower case. */
export const GATEWAY_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
